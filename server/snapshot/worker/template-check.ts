/** Checks the static parts of each `html` template once. */
import { CHECK, type Check } from '../../../src/html.ts'
import { checkTemplate } from '../../html/check-template.ts'
import { plainPieces } from '../../html/plain-templates.ts'

const check: Check = (strings) => {
  checkTemplate(strings)
  return plainPieces(strings)
}

/** SIDE EFFECT: installs the check on a global object, where `html` calls it. */
export function installTemplateCheck(target: object): void {
  Object.assign(target, { [CHECK]: check })
}
