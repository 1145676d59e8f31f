import { campaign } from '#campaign/campaign.ts'
import { Layout } from './layout.tsx'
import { LeaveFooter } from './leave-footer.tsx'
import { wordsOf } from './words.ts'

export const WelcomeMail = ({ email, unsubscribeUrl }: { email: string; unsubscribeUrl: string }) => (
  <Layout brand={campaign.brand} words={wordsOf(campaign.mails.welcome)} footer={<LeaveFooter email={email} unsubscribeUrl={unsubscribeUrl} />} />
)
