"""The editor side of Copilot CLI's ``/ide`` protocol: a lock file to be found by, MCP over HTTP on a private socket.

Nothing here imports ``sublime``. Read in this order: ``lock_file`` (discovery), ``transport`` (the socket), ``http``
and ``sse`` (bytes), ``json_rpc`` and ``mcp`` (messages), ``tools``, ``session``, ``endpoint`` (one window), ``server``
(all windows).
"""
