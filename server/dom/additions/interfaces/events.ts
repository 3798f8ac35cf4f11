/** Adds event classes that happy-dom lacks or aliases to `Event`. Only those that Chromium has. */
import type { InnerWindow } from '../../internals.ts'
import { interfaceOf, name } from './classes.ts'

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

export function eventClass(from: unknown, key: string, members: Members): unknown {
  const { [key]: made } = {
    [key]: class extends (from as EventClass) {
      constructor(type: string, init: EventInit | null = null) {
        super(type, init)
        const given = init as Members | null
        for (const [member, value] of Object.entries(members))
          Object.defineProperty(this, member, { value: given?.[member] ?? value })
      }
    },
  }
  return made
}

export function installEventClasses(window: InnerWindow): void {
  for (const [key, { value }] of Object.entries(Object.getOwnPropertyDescriptors(window)))
    if (value === window.Event && key !== 'Event') Reflect.deleteProperty(window, key)
  for (const [from, classes] of Object.entries(EVENTS)) {
    for (const [key, members] of Object.entries(classes))
      name(window, key, eventClass(interfaceOf(window, from), key, members))
  }
}
