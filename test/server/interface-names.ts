/** The interfaces of windows, by the specifications. */
import { parseAll } from '@webref/idl'

interface Definition {
  readonly type: string
  readonly name: string
  readonly partial?: boolean
  readonly extAttrs: readonly {
    readonly name: string
    readonly rhs?: { readonly type: string; readonly value: unknown } | null
  }[]
}

export async function interfacesOfWindow(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const all = (await parseAll()) as unknown as Record<string, readonly Definition[]>
  for (const [spec, definitions] of Object.entries(all)) {
    for (const { type, name, partial, extAttrs } of definitions) {
      if (!/^(?:callback )?interface$/.test(type) || partial) continue
      if (extAttrs.some((one) => one.name === 'LegacyNoInterfaceObject')) continue
      const { rhs } = extAttrs.find((one) => one.name === 'Exposed') ?? {}
      if (/"(?:Window|\*)"/.test(JSON.stringify(rhs ?? null)) || rhs?.type === '*')
        found.set(name, spec)
    }
  }
  return found
}
