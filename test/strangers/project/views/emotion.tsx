/** emotion's three doors. */
import { css, cx, injectGlobal, keyframes } from '@emotion/css'
import { ClassNames, css as css2, Global } from '@emotion/react'
import styled from '@emotion/styled'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

const Box = styled.div<{ wide: boolean }>`
  color: teal;
  width: ${({ wide }) => (wide ? '100%' : '50%')};
`
const Heading = styled('h2', { shouldForwardProp: (name) => name !== 'tone' })<{ tone: string }>(
  ({ tone }) => ({ color: tone }),
)

export default cases({
  plain(element) {
    const box = document.createElement('div')
    box.className = cx(css({ color: 'red' }), css`padding: 4px;`, 'mine')
    box.textContent = 'emotion/css'
    element.append(box)
  },
  keyframes(element) {
    const spin = keyframes`from { opacity: 0 } to { opacity: 1 }`
    injectGlobal`.global { margin: 0 }`
    element.innerHTML = `<p class="${css`animation: ${spin} 1s;`} global">spins</p>`
  },
  styled: show(() => (
    <>
      <Box wide>wide</Box>
      <Box wide={false}>narrow</Box>
    </>
  )),
  forward: show(() => <Heading tone="navy">Heading</Heading>),
  global: show(() => (
    <>
      <Global styles={css2`body { margin: 1px }`} />
      <p>global</p>
    </>
  )),
  names: show(() => (
    <ClassNames>{({ css, cx }) => <p className={cx(css`color: green;`, 'x')}>names</p>}</ClassNames>
  )),
})
