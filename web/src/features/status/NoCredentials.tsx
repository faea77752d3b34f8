import { page } from '../../../../server/contract/messages.ts'
import { Card } from '../../ui/Card.tsx'
import './no-credentials.css'

const text = page.noCredentials
const FILE = 'credentials.json'

/**
 * How to give the signer its credentials for as long as this page can't take them.
 *
 * @param props.open whether the server asks for no login
 */
export function NoCredentials({ open }: { open: boolean }) {
  const key = open ? '' : "-H 'X-API-Key: ...' "
  return (
    <Card title={text.title}>
      <div className="card-body">
        <p>{text.lead}</p>
        <div className="ways">
          <div>
            <h3>{text.byEnvironment}</h3>
            <p>{text.byEnvironmentHow}</p>
            <pre className="mono">{'GROUP_CRED=bfgroup1...\nSHARE_CRED=bfshare1...'}</pre>
          </div>
          <div>
            <h3>{text.byRequest}</h3>
            <p>{text.byRequestHow(FILE)}</p>
            <pre className="mono">
              {'{"GROUP_CRED": "bfgroup1...", "SHARE_CRED": "bfshare1..."}'}
            </pre>
            <p>{open ? text.byRequestSendOpen : text.byRequestSend}</p>
            <pre className="mono">
              {`curl ${key}-H 'Content-Type: application/json' \\\n  -d @${FILE} ${location.origin}/api/env`}
            </pre>
          </div>
        </div>
      </div>
    </Card>
  )
}
