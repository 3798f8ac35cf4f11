import { Component, type OnInit } from '@angular/core'
import type { Data } from '../../data.ts'
import { noteOf } from '../../notes/index.ts'

@Component({ selector: 'truth-note', template: '<p>{{ text }}</p>', inputs: ['data'] })
export default class Note implements OnInit {
  declare data: Data
  text = ''
  ngOnInit() {
    this.text = noteOf(this.data)
  }
}
