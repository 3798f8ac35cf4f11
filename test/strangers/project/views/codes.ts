/** Codes that are drawn: qrcode and JsBarcode. */
import JsBarcode from 'jsbarcode'
import QRCode from 'qrcode'
import { cases } from '../cases.ts'

export default cases({
  qr(element) {
    QRCode.toString('hello', { type: 'svg' }).then((svg) => void (element.innerHTML = svg))
  },
  bar(element) {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    element.append(svg)
    JsBarcode(svg, 'Hi!')
  },
})
