/** Milliseconds of processor time this process has used: what is busy beside it does not count. */
export function cpu_ms(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
