import type { Migration } from '../migration.ts'

export const networkExpiry: Migration = {
  name: 'expiry of the network of a mail',
  statements: [`create index outbox_by_network on outbox (created_at) where requester <> ''`],
}
