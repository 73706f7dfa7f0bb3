"""Headers of the syntaxes that come with build 4200, as far as people meet them."""

from __future__ import annotations

# File, name, base scope: extensions and file names.
TABLE = """
AppleScript/AppleScript, AppleScript, source.applescript:
    applescript script editor
Batch File/Batch File, Batch File, source.dosbatch:
    bat cmd .bat .cmd
C#/C#, C#, source.cs:
    cs csx
C++/C++, C++, source.c++:
    cpp cc cp cxx c++ C h hh hpp hxx h++ inl ipp ixx cppm ino
C++/C, C, source.c:
    c h
CSS/CSS, CSS, source.css:
    css
Clojure/Clojure, Clojure, source.clojure:
    clj cljc edn
D/D, D, source.d:
    d di
Diff/Diff, Diff, source.diff:
    diff patch
Erlang/Erlang, Erlang, source.erlang:
    erl hrl escript Emakefile
Git Formats/Git Attributes, Git Attributes, text.git.attributes:
    gitattributes .gitattributes attributes
Git Formats/Git Code Owners, Git Code Owners, text.git.codeowners:
    CODEOWNERS
Git Formats/Git Commit, Git Commit, text.git.commit:
    COMMIT_EDITMSG MERGE_MSG TAG_EDITMSG
Git Formats/Git Config, Git Config, text.git.config:
    gitconfig .gitconfig .gitmodules
Git Formats/Git Diff, Git Diff, source.diff.git:
    diff.eml patch.eml diff.mbox patch.mbox
Git Formats/Git Ignore, Git Ignore, text.git.ignore:
    gitignore .gitignore exclude sparse-checkout
Git Formats/Git Log, Git Log, text.git.log:
    gitlog
Git Formats/Git Mailmap, Git Mailmap, text.git.mailmap:
    mailmap .mailmap
Git Formats/Git Rebase, Git Rebase Todo, text.git.rebase:
    git-rebase-todo
Go/Go, Go, source.go:
    go
Graphviz/DOT, Graphviz (DOT), source.dot:
    gv dot DOT
Groovy/Groovy, Groovy, source.groovy:
    groovy gvy gradle Jenkinsfile
HTML/HTML, HTML, text.html.basic:
    html htm shtml xhtml
Haskell/Haskell, Haskell, source.haskell:
    hs hs-boot hsig
JSON/JSON, JSON, source.json:
    json jsonc sublime-build sublime-color-scheme sublime-commands sublime-completions sublime-keymap sublime-
    macro sublime-menu sublime-mousemap sublime-project sublime-settings sublime-theme sublime-merge-theme
    sublime-workspace ipynb gltf avsc Pipfile.lock hidden-color-scheme sublime_session
Java/Java, Java, source.java:
    java bsh
Java/JavaProperties, Java Properties, source.java-props:
    properties
JavaScript/JSX, JSX, source.jsx:
    jsx
JavaScript/JavaScript, JavaScript, source.js:
    js mjs cjs htc
JavaScript/TSX, TSX, source.tsx:
    tsx
JavaScript/TypeScript, TypeScript, source.ts:
    ts mts cts
LaTeX/Bibtex, BibTeX, text.bibtex:
    bib
LaTeX/LaTeX Log, LaTeX Log, text.log.latex:
LaTeX/LaTeX, LaTeX, text.tex.latex:
    tex ltx
LaTeX/TeX, TeX, text.tex:
    sty cls
Lisp/Lisp, Lisp, source.lisp:
    lisp cl clisp l mud el scm ss lsp fasl sld
Lua/Lua, Lua, source.lua:
    lua
Makefile/Makefile, Makefile, source.makefile:
    mk mak make GNUmakefile Makefile Makefile.am Makefile.in OCamlMakefile
Markdown/Markdown, Markdown, text.html.markdown:
    md mdown mdwn markdown markdn
Markdown/MultiMarkdown, MultiMarkdown, text.html.markdown.multimarkdown:
Matlab/Matlab, MATLAB, source.matlab:
    matlab
OCaml/OCaml, OCaml, source.ocaml:
    ml mli
Objective-C/Objective-C++, Objective-C++, source.objc++:
    mm M h
Objective-C/Objective-C, Objective-C, source.objc:
    m h
PHP/PHP, PHP, embedding.php:
    php php3 php4 php5 php7 php8 phps phpt phtml
Pascal/Pascal, Pascal, source.pascal:
    pas p dpr
Perl/Perl, Perl, source.perl:
    pl pc pm pmc pod t
Python/Python, Python, source.python:
    py py3 pyw pyi pyx pyx.in pxd pxd.in pxi pxi.in rpy cpy gyp gypi vpy smk wscript bazel bzl SConstruct
    SConscript Snakefile
R/R, R, source.r:
    R .Renviron .Rprofile Renviron.site Rprofile.site
Rails/HTML (Rails), HTML (Rails), text.html.rails:
    rails rhtml erb html.erb
Rails/Ruby (Rails), Ruby (Rails), source.ruby.rails:
    ruby.rail rxml builder arb
Regular Expressions/RegExp, Regular Expression, source.regexp:
    re
RestructuredText/reStructuredText, reStructuredText, text.restructuredtext:
    rst rest
Ruby/Ruby, Ruby, source.ruby:
    rb rbi rbx rjs rabl rake capfile jbuilder gemspec podspec irbrc pryrc prawn thor Appfile Appraisals Berksfile
    Brewfile Cheffile Deliverfile Fastfile Gemfile Guardfile Podfile Rakefile Rantfile Scanfile simplecov Snapfile
    Thorfile Vagrantfile
Rust/Rust, Rust, source.rust:
    rs
SQL/SQL, SQL, source.sql:
    sql ddl dml
Scala/Scala, Scala, source.scala:
    scala sbt sc
ShellScript/Bash, Bash, source.shell.bash:
    sh bash bashrc ash .bash_aliases .bash_completions .bash_functions .bash_history .bash_login .bash_logout
    .bash_profile .bash_variables .bashrc .profile .textmate_init APKBUILD PKGBUILD ebuild eclass
ShellScript/Zsh, Zsh, source.shell.zsh:
    zsh .zlogin .zlogout .zprofile .zshenv .zshrc
TCL/Tcl, Tcl, source.tcl:
    tcl
TOML/TOML, TOML, source.toml:
    toml tml Cargo.lock Gopkg.lock Pipfile pdm.lock poetry.lock uv.lock
Textile/Textile, Textile, text.html.textile:
    textile
XML/DTD, DTD, text.xml.dtd:
    dtd ent mod
XML/XML, XML, text.xml:
    xml tld dtml rng rss opml svg xaml sublime-snippet tmLanguage hidden-tmLanguage tmPreferences tmSnippet
    tmTheme hidden-tmTheme csproj fsproj sqlproj vbproj vcproj vcxproj dae props drawio targets
YAML/YAML, YAML, source.yaml:
    yaml yml sublime-syntax CITATION.cff
"""

# Of files whose names say nothing.
FIRST_LINES = {
    "source.python": r"^#!.*\b(?:python|pypy)\d*\b|-\*-.*\bpython\b",
    "source.shell.bash": r"^#!.*\b(?:ba|da|k|a)?sh\b",
    "source.shell.zsh": r"^#!.*\bzsh\b",
    "source.js": r"^#!.*\b(?:node|js|deno|bun)\b",
    "source.ruby": r"^#!.*\bj?ruby\b",
    "source.perl": r"^#!.*\bperl\b",
    "embedding.php": r"^#!.*\bphp\d?\b|^<\?php",
    "text.xml": r"^<\?xml\s",
    "text.html.basic": r"(?i)^<!DOCTYPE\s+html|^<html",
    "source.yaml": r"^%YAML\b",
    "source.diff": r"^(?:===|---|\*\*\*|Index:|diff )",
    "source.makefile": r"^#!.*\bmake\b",
    "source.lua": r"^#!.*\blua\b",
    "source.tcl": r"^#!.*\b(?:tclsh|wish)\b",
}
