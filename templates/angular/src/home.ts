import { Component } from '@angular/core'

@Component({ selector: 'app-home', template: '<a href="#!/hello/ajax">Hello</a>' })
export default class Home {}
