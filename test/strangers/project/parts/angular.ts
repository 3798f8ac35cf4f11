/** Starts an app of Angular for a component, compiled in the page, without zones. */
import '@angular/compiler'
import {
  type EnvironmentProviders,
  type Provider,
  provideZonelessChangeDetection,
  type Type,
} from '@angular/core'
import { createApplication } from '@angular/platform-browser'
import type { Show } from '../cases.ts'

export type Providers = readonly (EnvironmentProviders | Provider)[]

export const show =
  (component: Type<unknown>, ...others: Providers): Show =>
  (element) => {
    const made = createApplication({ providers: [provideZonelessChangeDetection(), ...others] })
    const host = element.appendChild(document.createElement('ng-app'))
    made.then((app) => app.bootstrap(component, host))
    return () => void made.then((app) => app.destroy())
  }
