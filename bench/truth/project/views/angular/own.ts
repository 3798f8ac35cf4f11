/**
 * The state that Angular apps keep: services of the root and of the platform, signals and subjects
 * of modules, static fields.
 */
import {
  Component,
  computed,
  DestroyRef,
  Injectable,
  InjectionToken,
  inject,
  type OnInit,
  signal,
} from '@angular/core'
import { BehaviorSubject } from 'rxjs'
import type { Data } from '../../data.ts'

@Injectable({ providedIn: 'root' })
class Titles {
  static readonly all: string[] = []
  first: string | undefined
  views = 0
}
@Injectable({ providedIn: 'platform' })
class PlatformTitles {
  first: string | undefined
  views = 0
}
const title = signal<string | undefined>(undefined)
const upper = computed(() => title()?.toUpperCase())
const subject = new BehaviorSubject('none')
const settings = { title: undefined as string | undefined }
const SETTINGS = new InjectionToken('settings', { providedIn: 'root', factory: () => settings })
let destroyed = 0
let pages = 0

@Component({ selector: 'truth-own', template: '<p>{{ text }}</p>', inputs: ['data'] })
export default class View implements OnInit {
  declare data: Data
  text = ''
  readonly #titles = inject(Titles)
  readonly #platform = inject(PlatformTitles)
  readonly #settings = inject(SETTINGS)
  readonly #destroy = inject(DestroyRef)

  ngOnInit() {
    const show = this.kinds[this.data.kind]
    this.text = show?.(this.data) ?? 'unknown'
  }

  readonly kinds: Readonly<Record<string, (data: Data) => string>> = {
    'service of the root': (data) => (this.#titles.first ??= data.title),
    'static field of a service': (data) => {
      Titles.all.push(data.title)
      return Titles.all.join(', ')
    },
    'service of the platform': (data) => {
      this.#platform.views += 1
      this.#platform.first ??= data.title
      return `${this.#platform.first}, ${this.#platform.views}`
    },
    'angular signal of a module': (data) => {
      if (title() === undefined) title.set(data.title)
      return upper() ?? 'none'
    },
    'token of a shared object': (data) => {
      this.#settings.title ??= data.title
      return this.#settings.title
    },
    'prototype of InjectionToken': (data) => {
      const tokens = InjectionToken.prototype as { truthTitle?: string }
      tokens.truthTitle ??= data.title
      return tokens.truthTitle
    },
    'subject of a module': (data) => {
      let before = ''
      subject.subscribe((value) => {
        before ||= value
      })
      subject.next(data.title)
      return before
    },
    'destroyed views counted': () => {
      pages += 1
      this.#destroy.onDestroy(() => {
        destroyed += 1
      })
      return `view ${pages}, ${destroyed} destroyed`
    },
  }
}
