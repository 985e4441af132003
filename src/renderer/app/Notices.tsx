import { ServerNotice } from './ServerNotice.tsx'
import { WaitingForNetwork } from './WaitingForNetwork.tsx'

/** What Banners.tsx shows once the page has settled. */
export function Notices() {
  return (
    <>
      <ServerNotice />
      <WaitingForNetwork />
    </>
  )
}
