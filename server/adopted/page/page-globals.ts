// Hides Node from a page's scripts: the global that libraries detect, and the process's ways out,
// because scripts can reach it where Node calls its own functions by `apply`. No security boundary:
// see the guide.
// `Buffer` and `global` stay, because Node's `fetch` needs them.

/**
 * Members of the process that lead to Node's modules, files, the environment or other processes.
 */
const OUT =
  '_debugEnd _debugProcess _getActiveHandles _getActiveRequests _kill _linkedBinding abort binding chdir dlopen execve getBuiltinModule initgroups kill loadEnvFile mainModule openStdin permission report setegid seteuid setgid setgroups setuid stdin umask'.split(
    ' ',
  )

/** SIDE EFFECT: removes the global, and the process's ways out. Call it after all imports. */
export function hideNode(target: object, process: object): void {
  Reflect.deleteProperty(target, 'process')
  for (const name of OUT) Reflect.deleteProperty(process, name)
  Reflect.defineProperty(process, 'env', { value: Object.freeze({}) })
}
