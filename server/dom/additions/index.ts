/**
 * Adds features that happy-dom lacks or that are replaced as a whole. A file beside this one holds
 * a feature, and the folder of its name its parts. Remove an addition when happy-dom has it.
 */

import { installComputedStyle } from '../css/computed-style.ts'
import type { Install } from '../internals.ts'
import { installActivation } from './activation.ts'
import { installCanvas } from './canvas.ts'
import { installEditing } from './editing.ts'
import { installElementInternals } from './element-internals.ts'
import { installFileReader } from './file-reader.ts'
import { installFormControls } from './form-controls.ts'
import { installInnerText } from './inner-text.ts'
import { installCommands } from './invoker-commands.ts'
import { installLayout } from './layout.ts'
import { installMediaTypes } from './media-types.ts'
import { installAbsent } from './missing-apis.ts'
import { installMotion } from './motion.ts'
import { installMoveBefore } from './move-before.ts'
import { installObservers } from './observers.ts'
import { installScheduler } from './scheduler.ts'
import { installSelectors } from './selectors.ts'
import { installSmallMembers } from './small-members.ts'
import { installTopLayer } from './top-layer.ts'
import { installValidity } from './validity.ts'
import { installXPath } from './xpath.ts'

/** In installation order. */
export const ADDITIONS = {
  selectors: installSelectors,
  internals: installElementInternals,
  layout: installLayout,
  computedStyle: installComputedStyle,
  innerText: installInnerText,
  observers: installObservers,
  absent: installAbsent,
  smallMembers: installSmallMembers,
  moveBefore: installMoveBefore,
  editing: installEditing,
  scheduler: installScheduler,
  topLayer: installTopLayer,
  commands: installCommands,
  activation: installActivation,
  fileReader: installFileReader,
  mediaTypes: installMediaTypes,
  motion: installMotion,
  canvas: installCanvas,
  formControls: installFormControls,
  validity: installValidity,
  xpath: installXPath,
} satisfies Readonly<Record<string, Install>>
