/**
 * Lists the fixes of happy-dom's defects, for `install.ts`. Each header names the upstream report:
 * remove the fix when happy-dom is fixed. NEEDED of test/server/features.spec.ts has its checks.
 */

import { installDeclarations } from '../css/style-declarations.ts'
import { installSheets } from '../css/style-sheets.ts'
import { installConversions, installReflected } from '../interfaces/install-attributes.ts'
import type { Install } from '../internals.ts'
import { installExceptionNames, installNames } from './argument-checks.ts'
import { installAttributes, installTokens } from './attributes.ts'
import { installBase } from './base-url.ts'
import { installConnect } from './connect.ts'
import { installControlValues } from './control-values.ts'
import { installDeepTrees } from './deep-trees.ts'
import { installEvents } from './dispatch-event.ts'
import { installCookies, installTitle } from './document-properties.ts'
import { installFormData, installForms, installSubmission } from './forms.ts'
import { installFrames } from './frame-elements.ts'
import { installInsert } from './insert.ts'
import { installMarkup } from './markup.ts'
import { installRecords } from './mutation-records.ts'
import { installNodeChecks } from './node-checks.ts'
import { installParser } from './parse-html.ts'
import { installReactions } from './reactions.ts'
import { installHistory } from './session-history.ts'
import { installSlots } from './slots.ts'
import { installTables } from './table-rows.ts'
import { installTraversal } from './traversal.ts'
import { installUpgrade } from './upgrade.ts'
import { installXmlHttpRequest } from './xhr.ts'
import { installCdata, installXmlNames } from './xml-documents.ts'

/** The fixes in the order of their installation. */
export const FIXES = {
  reflect: installReflected,
  connect: installConnect,
  insert: installInsert,
  nodeChecks: installNodeChecks,
  traversal: installTraversal,
  deepTrees: installDeepTrees,
  // Before records and reactions, which wrap its setters.
  parser: installParser,
  records: installRecords,
  reactions: installReactions,
  // Before upgrade: its checks need the page's definitions.
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
  title: installTitle,
  tokens: installTokens,
  cookies: installCookies,
  tables: installTables,
  frames: installFrames,
  cdata: installCdata,
  xmlNames: installXmlNames,
  requests: installXmlHttpRequest,
  formData: installFormData,
  conversions: installConversions,
} satisfies Readonly<Record<string, Install>>
