/** Checks the static parts of each `html` template once. */
import { CHECK } from '../../../src/html.ts'
import { checkTemplate } from '../../html/check-template.ts'

/** SIDE EFFECT: installs the check on a global object, where `html` calls it. */
export function installTemplateCheck(target: object): void {
  Object.assign(target, { [CHECK]: checkTemplate })
}
