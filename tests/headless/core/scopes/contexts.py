"""Syntax definitions as contexts with patterns, linked to those of the definitions that they name."""

from __future__ import annotations

import re
from typing import Any, Callable, Dict, Iterator, Tuple

from .definition import Mapping, SyntaxFileError, as_list, expand, is_true, load, resolve_path
from .oniguruma import PatternError, compile_pattern

Scopes = Tuple[str, ...]
Captures = Dict[int, Scopes]
Groups = Tuple[str, ...]

_REFERENCE = re.compile(r"\\([1-9])")
_GROUP = re.compile(r"(?<!\\)(?:\\\\)*\((?!\?)")
_TARGET_KEYS = ("push", "set", "embed")


class Context:
    """A list of patterns, and what pushing it adds to the scope."""

    def __init__(self, definition: Definition, name: str, data: Any, in_prototype: bool = False) -> None:
        self.definition = definition
        self.name = name
        self.file = getattr(data, "file", definition.path)
        self.location = (getattr(data, "row", -1), getattr(data, "col", -1))
        self.in_prototype = in_prototype
        self._items = [item for item in as_list(data) if isinstance(item, dict)]
        meta = {key: value for item in self._items for key, value in item.items() if key.startswith(("meta_", "clear"))}
        self.meta_scope = _scopes(meta.get("meta_scope"))
        self.meta_content_scope = _scopes(meta.get("meta_content_scope"))
        # How many scopes to take away: -1 for all of them.
        clear = meta.get("clear_scopes", "0")
        self.clear_scopes = -1 if is_true(clear) else int(clear) if str(clear).isdigit() else 0
        self._wants_prototype = not in_prototype and str(meta.get("meta_include_prototype", "true")).lower() != "false"
        self._own: list[Pattern] | None = None
        self._patterns: list[Pattern] | None = None

    @property
    def own_patterns(self) -> list[Pattern]:
        """Its patterns with includes in their places, without the prototype."""
        if self._own is None:
            self._own = list(self._flatten(()))
        return self._own

    @property
    def patterns(self) -> list[Pattern]:
        """What is tried in it, in order."""
        if self._patterns is None:
            prototype = self.definition.prototype if self._wants_prototype else None
            self._patterns = [*(prototype.own_patterns if prototype else ()), *self.own_patterns]
        return self._patterns

    def _flatten(self, within: tuple[Context, ...]) -> Iterator[Pattern]:
        for item in self._items:
            if "match" in item:
                yield Pattern(self, item)
            elif "include" in item:
                found = self.refer(item["include"])(False)
                if is_true(item.get("apply_prototype")):
                    yield from found.patterns
                elif found._own is not None:
                    yield from found._own
                elif found not in within:  # what includes itself adds nothing
                    yield from found._flatten((*within, self))

    def refer(self, target: Any) -> Callable[[bool], Context]:
        """A function for the context that is named or described; looked up at its first call, which may raise
        SyntaxFileError. Its argument says whether another syntax's base scope comes with that syntax's `main`."""
        if isinstance(target, list):
            anonymous = Context(self.definition, f"{self.name} (anonymous)", target, self.in_prototype)
            return lambda with_scope: anonymous
        return lambda with_scope: self.definition.find(str(target), with_scope)


class Pattern:
    """One `match` with what it does."""

    def __init__(self, context: Context, data: Mapping) -> None:
        definition = context.definition
        self.where = f"{definition.path}: {context.name}"
        self.source = expand(str(data["match"]), definition.variables, self.where)
        self.scope = _scopes(data.get("scope"))
        self.captures = _captures(data.get("captures"))
        self.is_set = "set" in data
        self.pops = _pops(data.get("pop")) or int(self.is_set)
        self.fail = str(data.get("fail", ""))
        self.branch_point = str(data.get("branch_point", ""))
        self.branches = [[context.refer(t) for t in _target_list(branch)] for branch in as_list(data.get("branch"))]
        wanted = next((data[key] for key in _TARGET_KEYS if key in data), None)
        self.targets = [] if wanted is None else [context.refer(target) for target in _target_list(wanted)]
        self.is_embed = "embed" in data
        self.embed_scope = _scopes(data.get("embed_scope"))
        self.escape = expand(str(data["escape"]), definition.variables, self.where) if "escape" in data else ""
        self.escape_captures = _captures(data.get("escape_captures"))
        self.with_prototype: Context | None = None
        if "with_prototype" in data:
            self.with_prototype = Context(definition, "with_prototype", data["with_prototype"], True)
        self.does_something = bool(self.pops or self.targets or self.branches or self.fail)
        # Back references of a pattern that pops mean what the match that pushed captured.
        self.has_references = bool(self.pops and _REFERENCE.search(self.source) and not _GROUP.search(self.source))
        self._compiled: dict[Groups, Any] = {}

    def regex(self, groups: Groups = ()) -> Any:
        """The compiled pattern; `groups` is what the match that pushed captured. Raises SyntaxFileError."""
        if not self.has_references:
            groups = ()
        if groups not in self._compiled:
            self._compiled[groups] = self._compile(substitute(self.source, groups) if groups else self.source)
        return self._compiled[groups]

    def escape_regex(self, groups: Groups) -> Any:
        return self._compile(substitute(self.escape, groups))

    def _compile(self, source: str) -> Any:
        try:
            return compile_pattern(source)
        except PatternError as error:
            raise SyntaxFileError(f"{self.where}: {error} in {source}") from None


def substitute(source: str, groups: Groups) -> str:
    """`source` with `\\1` … replaced by the escaped groups; 0 is the whole match."""
    return _REFERENCE.sub(lambda m: re.escape(groups[int(m[1])]) if int(m[1]) < len(groups) else "", source)


def _scopes(value: Any) -> Scopes:
    return tuple(str(value or "").split())


def _captures(value: Any) -> Captures:
    return {int(key): _scopes(scope) for key, scope in value.items()} if isinstance(value, dict) else {}


def _pops(value: Any) -> int:
    if value is None or str(value).lower() == "false":
        return 0
    return 1 if is_true(value) else int(value)


def _target_list(value: Any) -> list[Any]:
    """Targets: one name, a list of names or anonymous contexts, or one anonymous context."""
    if isinstance(value, list) and (not value or any(isinstance(item, dict) for item in value)):
        return [value]
    return as_list(value)


class Definition:
    """One syntax. `library` finds the others."""

    def __init__(self, library: Library, path: str, data: Mapping) -> None:
        self.path = path
        self.scope = str(data.get("scope", ""))
        self.version = int(str(data.get("version") or "1"))
        self.variables: Mapping = data["variables"]
        self._library = library
        self._data: Mapping = data["contexts"]
        self._contexts: dict[str, Context] = {}
        self._prototype_names = set(self._reach("prototype"))
        if "main" not in self._data:
            raise SyntaxFileError(f"{path}: no main context")
        # `main` with the syntax's own scope: at the start of a text, or pushed by another syntax.
        self.start = Context(self, "main", self._data["main"])
        self.start.meta_content_scope = (*_scopes(self.scope), *self.start.meta_content_scope)

    @property
    def prototype(self) -> Context | None:
        return self._context("prototype") if "prototype" in self._data else None

    def _context(self, name: str) -> Context:
        if name not in self._contexts:
            if name not in self._data:
                raise SyntaxFileError(f"{self.path}: no context {name}")
            self._contexts[name] = Context(self, name, self._data[name], name in self._prototype_names)
        return self._contexts[name]

    def find(self, name: str, with_scope: bool) -> Context:
        """A context by name, or another syntax's as `scope:a.b`, a file, or either with `#context`."""
        if not name.startswith(("scope:", "Packages/")) and ".sublime-syntax" not in name:
            return self._context(name)
        syntax, _, context = name.partition("#")
        if syntax.startswith("scope:"):
            other = self._library.by_scope(syntax[len("scope:") :])
        else:
            other = self._library.by_path(resolve_path(syntax, self.path))
        if other is None:
            raise SyntaxFileError(f"{self.path}: no syntax {syntax}")
        if context and context != "main":
            return other._context(context)
        return other.start if with_scope else other._context("main")

    def _reach(self, name: str) -> Iterator[str]:
        """Names of the contexts that lie on the way from one: those of the prototype do not get the prototype."""
        todo: list[Any] = [name]
        seen: set[str] = set()
        while todo:
            item = todo.pop()
            if isinstance(item, dict):
                todo += [item[key] for key in (*_TARGET_KEYS, "include", "branch", "with_prototype") if key in item]
            elif isinstance(item, list):
                todo += item
            elif item in self._data and item not in seen:
                seen.add(item)
                yield item
                todo.append(self._data[item])


class Library:
    """Definitions by resource path, loaded once. `read` gives a resource's text, `path_of` a scope's syntax."""

    def __init__(self, read: Callable[[str], str | None], path_of: Callable[[str], str | None]) -> None:
        self._read = read
        self._path_of = path_of
        self._definitions: dict[str, Definition] = {}

    def forget(self) -> None:
        self._definitions.clear()

    def by_path(self, path: str) -> Definition | None:
        """None if there is no such file. Raises SyntaxFileError for a broken one."""
        if path not in self._definitions:
            if self._read(path) is None:
                return None
            self._definitions[path] = Definition(self, path, load(path, self._read))
        return self._definitions[path]

    def by_scope(self, scope: str) -> Definition | None:
        path = self._path_of(scope)
        return self.by_path(path) if path else None
