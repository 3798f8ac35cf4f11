/** The files of examples/ for operators. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { DockerfileParser } from 'dockerfile-ast'
import { parseAllDocuments } from 'yaml'
import { createMetrics } from '../dist/server/serve/observe/metrics.js'

const FOLDER = 'examples/kubernetes'

interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly spec: Record<string, unknown>
}

const manifests = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.yaml'))
  .flatMap((file) =>
    parseAllDocuments(readFileSync(join(FOLDER, file), 'utf8')).map((document) => {
      expect(document.errors).toEqual([])
      return { file, manifest: document.toJS() as Manifest }
    }),
  )
const of = (kind: string) =>
  manifests.filter(({ manifest }) => manifest.kind === kind).map(({ manifest }) => manifest)

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string }
}
interface Pod {
  readonly securityContext: object
  readonly topologySpreadConstraints?: readonly { readonly topologyKey: string }[]
  readonly containers: readonly [
    {
      readonly ports?: readonly { readonly name: string }[]
      readonly securityContext: object
      readonly readinessProbe?: Probe
      readonly livenessProbe?: Probe
      readonly env?: readonly { readonly name: string; readonly value: string }[]
    },
  ]
}
const podOf = ({ spec }: Manifest) => (spec.template as { spec: Pod }).spec

test('the manifests have a server, its autoscaler and an export', () => {
  expect(manifests.map(({ manifest }) => manifest.kind).sort()).toEqual([
    ...['Deployment', 'HorizontalPodAutoscaler', 'Job'],
    ...['NetworkPolicy', 'PodDisruptionBudget', 'Service'],
  ])
})

for (const { file, manifest } of manifests)
  test(`${file}: ${manifest.kind} follows the schema of Kubernetes`, async () => {
    const { apiVersion, kind, spec } = manifest
    const module = await import(`kubernetes-models/${apiVersion}/${kind}`)
    const Model = module[kind] as new (data: unknown) => { validate(): void }
    new Model(manifest).validate()
    const wrong = { ...spec, template: 7, selector: 7, metrics: 7, podSelector: 7 }
    expect(() => new Model({ ...manifest, spec: wrong }).validate()).toThrow()
  })

test('Pods run as a user without privileges, on a read-only file system', () => {
  for (const manifest of [...of('Deployment'), ...of('Job')]) {
    const { containers, securityContext } = podOf(manifest)
    expect(securityContext).toMatchObject({ runAsNonRoot: true })
    expect(containers[0].securityContext).toMatchObject({
      ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
    })
  }
})

test('probes request paths of the server, and the autoscaler uses a metric of the server', async () => {
  const [container] = podOf(of('Deployment')[0] as Manifest).containers
  // The probes differ: a pod that is not ready is not ended.
  expect(container.readinessProbe?.httpGet).toEqual({ path: '/readyz', port: 'http' })
  expect(container.livenessProbe?.httpGet).toEqual({ path: '/healthz', port: 'http' })
  expect(container.ports?.map(({ name }) => name)).toContain('http')
  const metrics = createMetrics()
  metrics.watch({ ready: 1, pending: 3, shed: 0, cached: { bytes: 0, entries: 0 } })
  const [autoscaler] = of('HorizontalPodAutoscaler') as [Manifest]
  const [{ pods }] = autoscaler.spec.metrics as [{ pods: { metric: { name: string } } }]
  expect(String((await metrics.answer()).body)).toContain(`${pods.metric.name} 3`)
})

test('only the namespace of Prometheus reaches the metrics, and Pods spread over nodes and zones', () => {
  const [policy] = of('NetworkPolicy') as [Manifest]
  const from = [
    { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } },
  ]
  expect(policy.spec).toEqual({
    podSelector: { matchLabels: { app: 'words' } },
    policyTypes: ['Ingress'],
    ingress: [{ ports: [{ port: 'http' }] }, { from, ports: [{ port: 'metrics' }] }],
  })
  const [budget] = of('PodDisruptionBudget') as [Manifest]
  expect(budget.spec).toMatchObject({ maxUnavailable: 1 })
  const { topologySpreadConstraints } = podOf(of('Deployment')[0] as Manifest)
  expect(topologySpreadConstraints?.map(({ topologyKey }) => topologyKey)).toEqual([
    'kubernetes.io/hostname',
    'topology.kubernetes.io/zone',
  ])
})

test('the count of shards of a Job is the number of its completions', () => {
  const [job] = of('Job').filter(({ spec }) => spec.completionMode === 'Indexed')
  const { env } = podOf(job as Manifest).containers[0]
  const count = env?.find(({ name }) => name === 'JOB_COMPLETION_COUNT')?.value
  expect(count).toBe(String(job?.spec.completions))
})

test('the image has a build stage and a stage without a shell, and runs as user 65532', () => {
  const file = DockerfileParser.parse(readFileSync('examples/docker/Dockerfile', 'utf8'))
  const stages = file.getFROMs()
  expect(stages.map((from) => from.getBuildStage())).toEqual(['build', null])
  expect(stages.at(-1)?.getImage()).toContain('distroless')
  const all = file.getInstructions()
  const last = stages.at(-1)?.getRange()?.start.line ?? 0
  const runtime = all.filter((one) => (one.getRange()?.start.line ?? 0) > last)
  const ofRuntime = (keyword: string) => runtime.filter((one) => one.getKeyword() === keyword)
  // Nothing is run where there is no shell, and all comes from the build.
  expect(ofRuntime('RUN')).toEqual([])
  for (const copy of ofRuntime('COPY')) expect(copy.toString()).toContain('--from=build')
  expect(all.map(String)).toContain('USER 65532')
  const [entry] = file.getENTRYPOINTs()
  const bin = JSON.parse(readFileSync('package.json', 'utf8')).bin.hashbang as string
  expect(entry?.getJSONStrings().map((one) => one.getJSONValue())).toEqual([
    ...['/nodejs/bin/node', join('node_modules/hashbang-router', bin)],
  ])
  expect(existsSync(bin)).toBe(true)
  expect(readFileSync('examples/docker/.dockerignore', 'utf8')).toContain('node_modules')
})

test('the unit for systemd starts the command without npx, and waits for its requests', () => {
  const guide = readFileSync('docs/guides/deploy.md', 'utf8')
  const [, unit = ''] = /```ini\n([\s\S]*?)```/.exec(guide) ?? []
  const settings = new Map(unit.split('\n').map((line) => line.split(/=(.*)/) as [string, string]))
  expect(settings.get('ExecStart')).toBe('/usr/bin/node node_modules/.bin/hashbang serve')
  // Twice the default of limits.deadline.
  expect(Number(settings.get('TimeoutStopSec'))).toBeGreaterThan(10)
})
