// Variables of the environment that a spec's own process needs, such as the address of its backend:
// set here, and taken back by the function that this returns.
export function setVariable(name: string, value: string): () => void {
  const before = process.env[name]
  process.env[name] = value
  return () => {
    if (before === undefined) delete process.env[name]
    else process.env[name] = before
  }
}
