import { Component } from '@angular/core'

@Component({ selector: 'app-home', template: '<a href="#!/word/ajax">ajax</a>' })
export default class Home {}
