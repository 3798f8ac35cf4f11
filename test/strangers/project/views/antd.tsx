/** Ant Design. */
import { Alert, Button, Card, Space, Tag, Typography } from 'antd'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

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
