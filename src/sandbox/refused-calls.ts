import type { SyscallName } from "./syscall-numbers.ts";

/** Refused with EPERM: tracing and reading others, keys, BPF, modules, clocks, swap, ports, handles around mounts. */
export const refusedAlways: readonly SyscallName[] = [
  "ptrace",
  "process_vm_readv",
  "process_vm_writev",
  "kcmp",
  "pidfd_getfd",
  "process_madvise",
  "add_key",
  "request_key",
  "keyctl",
  "bpf",
  "perf_event_open",
  "userfaultfd",
  "lookup_dcookie",
  "kexec_load",
  "kexec_file_load",
  "init_module",
  "finit_module",
  "delete_module",
  "create_module",
  "reboot",
  "swapon",
  "swapoff",
  "acct",
  "quotactl",
  "quotactl_fd",
  "syslog",
  "vhangup",
  "nfsservctl",
  "settimeofday",
  "clock_settime",
  "clock_adjtime",
  "adjtimex",
  "iopl",
  "ioperm",
  "modify_ldt",
  "name_to_handle_at",
  "open_by_handle_at",
  "fanotify_init",
  "fanotify_mark",
  "uselib",
  "_sysctl",
  "move_pages",
  "migrate_pages",
  "memfd_secret",
];

/** Answered with ENOSYS, on which libraries fall back to older calls. */
export const unknownCalls: readonly SyscallName[] = [
  "clone3",
  "io_uring_setup",
  "io_uring_enter",
  "io_uring_register",
];

/** Refused with EPERM unless the program isolates its children itself: namespaces and mounts. */
export const refusedNesting: readonly SyscallName[] = [
  "mount",
  "umount2",
  "pivot_root",
  "chroot",
  "setns",
  "unshare",
  "sethostname",
  "setdomainname",
  "open_tree",
  "move_mount",
  "fsopen",
  "fsconfig",
  "fsmount",
  "fspick",
  "mount_setattr",
];

/** Refused with EPERM to programs without an ipc namespace. */
export const refusedIpc: readonly SyscallName[] = ["shmget", "semget", "msgget", "mq_open"];

/** Refused with EPERM to programs without a network namespace: what gives a socket an address or a peer. */
export const refusedReaching: readonly SyscallName[] = ["bind", "connect", "listen"];

/** Answered with ENOSYS to programs without a mount namespace. */
export const refusedWatches: readonly SyscallName[] = ["inotify_init", "inotify_init1"];

/** Refused with EPERM to programs without a pid namespace: signals by ways that a filter cannot see the receiver of. */
export const refusedSignals: readonly SyscallName[] = [
  "rt_sigqueueinfo",
  "rt_tgsigqueueinfo",
  "pidfd_send_signal",
];

/** Refused with EPERM to programs without a pid namespace unless their first argument, a process, is 0: the caller. */
export const onlyForItself: readonly SyscallName[] = [
  "prlimit64",
  "sched_setscheduler",
  "sched_setparam",
  "sched_setattr",
  "sched_setaffinity",
];
