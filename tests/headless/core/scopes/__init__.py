"""Which scope stands where: syntax definitions, lexers, and what follows from scopes."""
