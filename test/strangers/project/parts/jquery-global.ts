/** jQuery where its plugins look for it. */
import $ from 'jquery'

Object.assign(globalThis, { $, jQuery: $ })
