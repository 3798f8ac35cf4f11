/**
 * Creates interfaces with names, base classes and class strings, and the event classes that
 * happy-dom lacks or makes `Event` itself. `interfaces.ts` calls it.
 */
import type { InnerWindow } from '../../internals.ts'
import { staysNodes } from '../../window.ts'

export type Interface = { readonly name: string; readonly prototype: object }

export const isInterface = (value: unknown): value is Interface =>
  typeof value === 'function' && typeof value.prototype === 'object' && value.prototype !== null

export function interfaceOf(window: InnerWindow, name: string): Interface {
  const isNodes = staysNodes(name) || !(name in window)
  const value: unknown = Reflect.get(isNodes ? globalThis : window, name)
  if (isInterface(value)) return value
  throw new TypeError(
    `There is no interface ${name} here: check server/dom/additions/interfaces.ts`,
  )
}

/** Unless it is there. */
export function defineInterface(window: InnerWindow, name: string, value: unknown): void {
  if (name in window) return
  Object.defineProperty(window, name, { configurable: true, writable: true, value })
}

export function setBase(from: Interface, derived: Interface): void {
  Object.setPrototypeOf(derived, from)
  Object.setPrototypeOf(derived.prototype, from.prototype)
}

export function inertClass(name: string): Interface {
  const { [name]: Class } = {
    [name]: class {
      constructor() {
        throw new TypeError('Illegal constructor')
      }
    },
  }
  return Class as Interface
}

export function setClassString({ prototype }: Interface, value: string): void {
  Object.defineProperty(prototype, Symbol.toStringTag, { configurable: true, value })
}

type EventClass = new (type: string, init?: EventInit | null) => Event

type Members = Readonly<Record<string, unknown>>

/** By base class. */
const EVENTS: Readonly<Record<string, Readonly<Record<string, Members>>>> = {
  Event: {
    AnimationPlaybackEvent: { currentTime: null, timelineTime: null },
    AudioProcessingEvent: { playbackTime: 0, inputBuffer: null, outputBuffer: null },
    BeforeUnloadEvent: { returnValue: '' },
    BlobEvent: { data: null, timecode: 0 },
    CommandEvent: { source: null, command: null },
    ContentVisibilityAutoStateChangeEvent: { skipped: null },
    DeviceMotionEvent: {
      ...{ acceleration: null, accelerationIncludingGravity: null },
      ...{ rotationRate: null, interval: 0 },
    },
    DeviceOrientationEvent: { alpha: null, beta: null, gamma: null, absolute: false },
    FormDataEvent: { formData: null },
    GamepadEvent: { gamepad: null },
    IDBVersionChangeEvent: { oldVersion: 0, newVersion: null },
    OfflineAudioCompletionEvent: { renderedBuffer: null },
    PageTransitionEvent: { persisted: false },
    PaymentRequestUpdateEvent: {},
    PromiseRejectionEvent: { promise: null, reason: null },
    RTCDataChannelEvent: { channel: null },
    RTCPeerConnectionIceEvent: { candidate: null },
    TrackEvent: { track: null },
    TransitionEvent: { propertyName: '', elapsedTime: 0, pseudoElement: '' },
    WebGLContextEvent: { statusMessage: '' },
  },
  UIEvent: { CompositionEvent: { data: '' }, TextEvent: { data: '' } },
  MouseEvent: { DragEvent: { dataTransfer: null } },
}

export function eventClass(from: unknown, name: string, members: Members): unknown {
  const { [name]: Class } = {
    [name]: class extends (from as EventClass) {
      constructor(type: string, init: EventInit | null = null) {
        super(type, init)
        const values = init as Members | null
        for (const [member, value] of Object.entries(members))
          Object.defineProperty(this, member, { value: values?.[member] ?? value })
      }
    },
  }
  return Class
}

export function installEventClasses(window: InnerWindow): void {
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(window)))
    if (value === window.Event && name !== 'Event') Reflect.deleteProperty(window, name)
  for (const [from, classes] of Object.entries(EVENTS)) {
    for (const [name, members] of Object.entries(classes))
      defineInterface(window, name, eventClass(interfaceOf(window, from), name, members))
  }
}
