import { campaign } from '#campaign/campaign.ts'
import { Layout } from './layout.tsx'
import { LeaveFooter } from './leave-footer.tsx'
import { wordsOf } from './words.ts'

export const WelcomeMail = (links: { email: string; unsubscribeUrl: string; meUrl: string }) => (
  <Layout brand={campaign.brand} words={wordsOf(campaign.mails.welcome)} footer={<LeaveFooter {...links} />} />
)
