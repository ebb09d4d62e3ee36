import { SightlineError } from '../../domain/errors.ts';
import { proxiesOf } from '../../domain/web/client-address.ts';
import { posterTo } from '../../pipeline/deliver/poster.ts';
import type { Mailer, Senders } from '../../pipeline/deliver/senders.ts';
import { smtpMailer } from '../../pipeline/deliver/smtp.ts';
import { addressesOf } from '../settings/addresses.ts';
import type { Config } from '../settings/config.ts';
import { secretKeyOf } from '../settings/secret-key.ts';

export const NO_SENDERS: Senders = {
  poster: posterTo({ resolve: async () => [], allows: () => false, allowsSome: false }),
  secretKey: null,
  mailer: null,
  publicUrl: null,
};

/** The senders of alerts, from the settings. @throws SightlineError `invalid_setting` if one needs another */
export function sendersOf(
  config: Pick<
    Config,
    'databaseUrl' | 'secretKey' | 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'webhookNetworks'
  >,
): Senders {
  return {
    poster: posterTo({
      resolve: addressesOf,
      allows: proxiesOf(config.webhookNetworks),
      allowsSome: config.webhookNetworks !== '',
    }),
    secretKey: secretKeyOf(config),
    mailer: mailerOf(config),
    publicUrl: config.publicUrl || null,
  };
}

function mailerOf({ smtpUrl: url, mailFrom: from }: Pick<Config, 'smtpUrl' | 'mailFrom'>): Mailer | null {
  if (url === '') return null;
  if (from !== '') return smtpMailer({ url, from });
  throw new SightlineError('invalid_setting', 'You set SIGHTLINE_SMTP_URL; set SIGHTLINE_MAIL_FROM too.');
}
