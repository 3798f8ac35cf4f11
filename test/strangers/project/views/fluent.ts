/** Fluent UI's web components. */
import {
  fluentAccordion,
  fluentAccordionItem,
  fluentBadge,
  fluentButton,
  provideFluentDesignSystem,
} from '@fluentui/web-components'
import { cases } from '../cases.ts'
import { markup } from '../parts/markup.ts'

provideFluentDesignSystem().register(
  fluentAccordion(),
  fluentAccordionItem(),
  fluentBadge(),
  fluentButton(),
)

export default cases({
  button: markup(
    '<fluent-button appearance="accent">Save</fluent-button><fluent-badge>4</fluent-badge>',
  ),
  accordion: markup(
    '<fluent-accordion><fluent-accordion-item expanded><span slot="heading">One</span>Text</fluent-accordion-item></fluent-accordion>',
  ),
})
