"""The part of Sublime's Default package that other packages import."""
