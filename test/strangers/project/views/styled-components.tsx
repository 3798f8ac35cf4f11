/** styled-components by its manual. */
import styled, { createGlobalStyle, css, keyframes, ThemeProvider } from 'styled-components'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

const Button = styled.button<{ $primary?: boolean }>`
  color: ${({ $primary }) => ($primary ? 'white' : 'palevioletred')};
  ${({ $primary }) =>
    $primary &&
    css`
      background: palevioletred;
    `}
`
const Tomato = styled(Button)`
  border-color: tomato;
`
const Input = styled.input.attrs<{ $size?: string }>((props) => ({
  type: 'text',
  $size: props.$size || '1em',
}))`
  padding: ${(props) => props.$size};
`
const Themed = styled.p`
  color: ${({ theme }) => theme.main};
`
const GlobalStyle = createGlobalStyle`body { color: black }`
const turn = keyframes`from { rotate: 0deg } to { rotate: 360deg }`
const Turning = styled.i`
  animation: ${turn} 2s linear infinite;
`

export default cases({
  button: show(() => (
    <>
      <Button>Normal</Button>
      <Button $primary>Primary</Button>
    </>
  )),
  extended: show(() => <Tomato as="a">Tomato</Tomato>),
  attrs: show(() => <Input defaultValue="x" $size="2em" />),
  theme: show(() => (
    <ThemeProvider theme={{ main: 'mediumseagreen' }}>
      <Themed>themed</Themed>
    </ThemeProvider>
  )),
  global: show(() => (
    <>
      <GlobalStyle />
      <p>global</p>
    </>
  )),
  keyframes: show(() => <Turning>turns</Turning>),
})
