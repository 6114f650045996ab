import { dirname } from "node:path";

interface UnitOptions {
  /** Path of the command `furrow` in the folder of the installation. */
  readonly command: string;
  readonly user: string;
  /** Folders that the service may write. */
  readonly writable: readonly string[];
}

/** A systemd unit that lets the service write nothing but its data. */
export function systemdUnit({ command, user, writable }: UnitOptions): string {
  return `[Unit]
Description=Furrow
Wants=network-online.target
After=network-online.target postgresql.service

[Service]
User=${user}
Group=${user}
WorkingDirectory=${escaped(dirname(command))}
ExecStart=${escaped(command)} start
# An upgrade starts the new version beside the old one, so the service lives as long as one of both.
ExitType=cgroup
Restart=always
RestartSec=2
# A stop lets running requests end, which takes at most ten seconds.
TimeoutStopSec=20
UMask=0077
NoNewPrivileges=yes
CapabilityBoundingSet=
PrivateTmp=yes
PrivateDevices=yes
ProtectSystem=strict
ProtectHome=${command.startsWith("/home/") ? "read-only" : "yes"}
ProtectClock=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectControlGroups=yes
ProtectProc=invisible
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
RemoveIPC=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
ReadWritePaths=${writable.map(escaped).join(" ")}

[Install]
WantedBy=multi-user.target
`;
}

function escaped(path: string): string {
  return path.replaceAll("%", "%%").replaceAll(" ", "\\x20");
}
