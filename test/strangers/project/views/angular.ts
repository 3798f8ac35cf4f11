/** Angular 21, compiled in the page, without zones. */
import '@angular/compiler'
import { AsyncPipe, CurrencyPipe, DatePipe, NgClass } from '@angular/common'
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
import { Title } from '@angular/platform-browser'
import { cases } from '../cases.ts'
import { show } from '../parts/angular.ts'

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

export default cases({
  signals: show(Signals),
  resource: show(Loaded),
  pipes: show(Pipes),
  title: show(Titled),
  form: show(Form),
})
