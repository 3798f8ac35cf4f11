/**
 * Fixes happy-dom's defects at run time. Remove a fix when happy-dom is fixed: its header names the
 * upstream report.
 * The test "every fix is needed" runs without each of them.
 */

import type { Install } from '../internals.ts'
import { installAttributes } from './attributes.ts'
import { installBase } from './base-url.ts'
import { installCdata } from './cdata.ts'
import { installChanges } from './changes.ts'
import { installConnect } from './connect.ts'
import { installControlValues } from './control-values.ts'
import { installConversions } from './conversions.ts'
import { installCookies } from './cookies.ts'
import { installDeclarations } from './css/declarations.ts'
import { installEvents } from './events.ts'
import { installExceptionNames } from './exception-names.ts'
import { installFormData } from './form-data.ts'
import { installForms } from './forms.ts'
import { installFrames } from './frames.ts'
import { installHistory } from './history.ts'
import { installNames } from './ids-and-titles.ts'
import { installInsert } from './insert.ts'
import { installMarkup } from './markup.ts'
import { installNodeChecks } from './node-checks.ts'
import { installParser } from './parser.ts'
import { installReactions } from './reactions.ts'
import { installRecords } from './records.ts'
import { installReflect } from './reflected-attributes.ts'
import { installSheets } from './sheets.ts'
import { installSlots } from './slots.ts'
import { installSubmission } from './submission.ts'
import { installSvgNames } from './svg-names.ts'
import { installTables } from './tables.ts'
import { installTraversal } from './traversal.ts'
import { installUpgrade } from './upgrade.ts'
import { installXmlHttpRequest } from './xhr.ts'
import { installXmlNames } from './xml-names.ts'

/** In installation order. */
export const FIXES = {
  changes: installChanges,
  connect: installConnect,
  insert: installInsert,
  nodeChecks: installNodeChecks,
  traversal: installTraversal,
  records: installRecords,
  reactions: installReactions,
  parser: installParser,
  // Before upgrade: its checks see the definitions of the page that is shown.
  exceptionNames: installExceptionNames,
  upgrade: installUpgrade,
  markup: installMarkup,
  attributes: installAttributes,
  declarations: installDeclarations,
  sheets: installSheets,
  slots: installSlots,
  events: installEvents,
  history: installHistory,
  base: installBase,
  forms: installForms,
  controlValues: installControlValues,
  submission: installSubmission,
  names: installNames,
  reflect: installReflect,
  svgNames: installSvgNames,
  cookies: installCookies,
  tables: installTables,
  frames: installFrames,
  cdata: installCdata,
  xmlNames: installXmlNames,
  requests: installXmlHttpRequest,
  formData: installFormData,
  conversions: installConversions,
} satisfies Readonly<Record<string, Install>>
