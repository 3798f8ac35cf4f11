/** Ant Design. */
import {
  Alert,
  Button,
  Card,
  Descriptions,
  Form,
  Input,
  List,
  Select,
  Space,
  Steps,
  Table,
  Tabs,
  Tag,
  Tree,
  Typography,
} from 'antd'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

const rows = ['Ada', 'Grace', 'Edsger'].map((name, index) => ({
  key: index,
  name,
  age: 30 + index,
}))

export default cases({
  button: show(() => (
    <Space>
      <Button type="primary">Primary</Button>
      <Button danger disabled>
        Danger
      </Button>
      <Tag color="green">Tag</Tag>
    </Space>
  )),
  card: show(() => (
    <Card title="Card" extra={<a href="#!/more">More</a>}>
      <Typography.Paragraph>Text</Typography.Paragraph>
      <Alert type="info" title="Info" />
    </Card>
  )),
})
