// Plans the check of types for a project that has no tsconfig.json.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FrameworkParts } from './frameworks.ts'

export interface TypeCheck {
  readonly files: Readonly<Record<string, string>>
  readonly scripts: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

export function planTypeCheck(folder: string, parts: FrameworkParts): TypeCheck {
  if (existsSync(join(folder, 'tsconfig.json')))
    return { files: {}, scripts: {}, devDependencies: {} }
  const [name, range, command] = parts.checker ?? []
  return {
    files: { 'tsconfig.json': tsconfig(parts) },
    scripts: { typecheck: command ?? 'tsc' },
    devDependencies: {
      // The newest that every checker takes.
      typescript: '^6.0.3',
      ...(name !== undefined && { [name]: range }),
    },
  }
}

const tsconfig = ({ compilerOptions }: FrameworkParts): string => {
  const options = {
    target: 'ES2022',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    module: 'ESNext',
    moduleResolution: 'bundler',
    types: ['vite/client'],
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    verbatimModuleSyntax: true,
    isolatedModules: true,
    skipLibCheck: true,
    ...compilerOptions,
  }
  return `${JSON.stringify({ compilerOptions: options, include: ['src', 'vite.config.ts'] }, null, 2)}\n`
}
