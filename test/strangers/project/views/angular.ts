/** Angular 21, compiled in the page, without zones. */
import '@angular/compiler'
import {
  AsyncPipe,
  CurrencyPipe,
  DatePipe,
  formatNumber,
  NgClass,
  NgIf,
  registerLocaleData,
} from '@angular/common'
import * as Angular from '@angular/core'
import {
  Component,
  computed,
  Directive,
  effect,
  HostBinding,
  Injectable,
  Input,
  inject,
  resource,
  signal,
} from '@angular/core'
import { createApplication, platformBrowser, Title } from '@angular/platform-browser'
import { cases, type Show } from '../cases.ts'
import { type Providers, show } from '../parts/angular.ts'
import { fail, keysOf, write } from '../parts/leaves.ts'

@Injectable({ providedIn: 'root' })
class People {
  load = async (): Promise<{ name: string }[]> => (await fetch('/data/people.json')).json()
}

@Directive({ selector: '[loud]' })
class Loud {
  @HostBinding('class.loud') loud = true
}

@Component({ selector: 'ng-child', template: '<b>{{ name }}</b><ng-content />' })
class Child {
  @Input() name = ''
}

@Component({
  selector: 'ng-app',
  imports: [Child, Loud, NgClass],
  template: `<h1 loud [ngClass]="{ a: true }">{{ title() }}</h1>
    <ng-child [name]="'Ada'">content</ng-child>
    @if (double() > 2) {
      <p>{{ double() }}</p>
    } @else {
      <p>small</p>
    }
    @for (item of items; track item) {
      <i [attr.data-i]="$index">{{ item }}</i>
    }`,
})
class Signals {
  title = signal('Angular')
  n = signal(1)
  double = computed(() => this.n() * 2)
  items = ['a', 'b']
  constructor() {
    effect(() => this.n.set(4))
  }
}

@Component({
  selector: 'ng-app',
  template: `@if (people.hasValue()) {
      @for (one of people.value(); track one.name) {
        <p>{{ one.name }}</p>
      }
    } @else {
      <p>Loading…</p>
    }`,
})
class Loaded {
  service = inject(People)
  people = resource({ loader: () => this.service.load() })
}

@Component({
  selector: 'ng-app',
  imports: [AsyncPipe, CurrencyPipe, DatePipe],
  template: `<p>{{ 1234.5 | currency }}</p>
    <p>{{ day | date: 'fullDate' }}</p>
    <p>{{ later | async }}</p>`,
})
class Pipes {
  day = new Date(2024, 1, 29, 12)
  later = new Promise((resolve) => setTimeout(resolve, 20, 'later'))
}

@Component({
  selector: 'ng-app',
  template: '<p>{{ title.getTitle() }}</p>',
  styles: 'p { color: red }',
})
class Titled {
  title = inject(Title)
  constructor() {
    this.title.setTitle('Title of Angular')
  }
}

@Component({
  selector: 'ng-app',
  template: `<input [value]="text()" (input)="text.set('x')" />
    <input type="checkbox" [checked]="true" />
    <svg viewBox="0 0 1 1"><circle [attr.r]="1" /></svg>
    <p [style.color]="'red'" [innerHTML]="html"></p>`,
})
class Form {
  text = signal('Ada')
  html = '<i onclick="x()">safe</i><script>x()</script>'
}

const GIVEN = new Angular.InjectionToken('given', { providedIn: 'root', factory: () => 'default' })
const PLATFORM = new Angular.InjectionToken<string[]>('platform', {
  providedIn: 'platform',
  factory: () => [],
})

/** Shows the parts of Angular that a page can change. */
@Component({ selector: 'ng-api', template: '<p>{{ said.join() }}</p>' })
class Api {
  said = [inject(GIVEN), ...inject(PLATFORM), inject(Angular.APP_ID), inject(Title).getTitle()]
  constructor() {
    this.said.push(keysOf(NgIf, Angular.Injector, Angular.ElementRef, DatePipe.prototype))
    try {
      this.said.push(formatNumber(1234.5, 'xx'))
    } catch (error) {
      this.said.push(String(error).slice(0, 40))
    }
  }
}

@Component({
  selector: 'ng-clicked',
  imports: [NgIf],
  template: `<b *ngIf="count() > 0">if</b><button (click)="up()">{{ count() }}</button>
    @defer (on immediate) {<em>deferred</em>}`,
})
class Clicked {
  count = signal(0)
  constructor() {
    Angular.afterNextRender(() => this.count.update((one) => one + 1))
  }
  up() {
    this.count.update((one) => one + 10)
  }
}

export default cases({
  api: show(Api),
  clicked: (element, { settled }) =>
    void settled(started(element, Clicked).then(() => element.querySelector('button')?.click())),
  signals: show(Signals),
  resource: show(Loaded),
  pipes: show(Pipes),
  title: show(Titled),
  form: show(Form),
})

/** @returns Its app, once it has started. */
async function started(element: Element, component: Angular.Type<unknown>, more: Providers = []) {
  const providers = [Angular.provideZonelessChangeDetection(), ...more]
  const app = await createApplication({ providers: providers as never })
  app.bootstrap(component, element.appendChild(document.createElement('ng-app')))
  await app.whenStable()
  return app
}

function component(constructs: () => void, template = ''): Angular.Type<unknown> {
  class Leak {
    fail = fail
    constructor() {
      constructs()
    }
  }
  Component({ selector: 'ng-leak', template })(Leak)
  return Leak
}

const shows =
  (constructs: () => void, template?: string): Show =>
  (element, { settled }) =>
    void settled(started(element, component(constructs, template)))

export const leaves = cases({
  api(element) {
    for (const one of [NgIf, DatePipe, Angular.Injector, Angular.ElementRef, Title]) {
      write(one, 'leak', 'leak')
      write(one.prototype, 'leak', 'leak')
    }
    write(DatePipe.prototype, 'transform', () => 'leaked')
    write(NgIf, 'ɵdir', undefined)
    write(Title.prototype, 'getTitle', () => 'leaked')
    element.append('api')
  },
  platform(element, { settled }) {
    const useValue = ['leaked']
    platformBrowser([{ provide: PLATFORM, useValue }])
      .injector.get(PLATFORM)
      .push('leaked')
    return void settled(started(element, Api))
  },
  services: shows(() => {
    inject(PLATFORM).push('leaked')
    inject(Title).setTitle('leaked')
  }),
  given(element, { settled }) {
    const given = [GIVEN, Angular.APP_ID].map((provide) => ({ provide, useValue: 'leaked' }))
    return void settled(started(element, Api, given))
  },
  locale(element) {
    const none = [[], [], []]
    const signs = ['!', '_', ';', '%', '+', '-', 'E', 'x', '∞', 'NaN', ':']
    const dates = [none, none, none, none, none, 0, [6, 0], ['y'], ['h'], ['{1}']]
    const rest = ['XXX', 'X', 'X', {}, 'ltr', () => 5]
    registerLocaleData(['xx', ...dates, signs, ['#,##0.###'], ...rest])
    element.append(formatNumber(1234.5, 'xx'))
  },
  throws: shows(() => fail('a constructor')),
  template: shows(() => undefined, '<p>{{ fail() }}</p>'),
  effect: shows(() => void effect(() => fail('an effect'))),
  async cleanup(element, { settled }) {
    const destroys = () => inject(Angular.DestroyRef).onDestroy(() => fail('a cleanup'))
    const work = started(element, component(destroys))
    void settled(work)
    return (await work).destroy()
  },
  untracked(element) {
    element.append('untracked')
    Angular.untracked(() => fail('untracked'))
  },
  computed(element) {
    element.append('computed')
    const one: Angular.Signal<number> = computed(() => one() + 1)
    one()
  },
})
