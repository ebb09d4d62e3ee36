import { ACME_BRAND, line } from './world.ts';

/** A brand and a competitor, each with a subdomain of a site that is not theirs. */
export const WHOSE_HOSTS = {
  ...ACME_BRAND,
  domain: 'cloud.oracle.com',
  competitors: [
    { name: 'Bolt', domain: 'aws.amazon.com' },
    { name: 'Cargo', domain: null, domains: ['eu.cloud.oracle.com'] },
  ],
  sites: [{ host: 'oracle.com', kind: 'community' }],
};

const cites = (answer: string, ...hosts: string[]) =>
  line({ answer, citations: hosts.map((host) => ({ url: `https://${host}/page` })) });

/** Answers that cite parts of those sites. */
export const CITING = [
  cites('Bolt', 'amazon.com', 'aws.amazon.com'),
  cites('Bolt', 'docs.aws.amazon.com'),
  cites('Bolt', 'blogs.oracle.com', 'www.oracle.com'),
  cites('Acme', 'cloud.oracle.com', 'oracle.com'),
  cites('Bolt', 'docs.cloud.oracle.com', 'cloud.oracle.com', 'blogs.oracle.com'),
  cites('Cargo', 'eu.cloud.oracle.com'),
  cites('nobody', 'smile.amazon.com'),
];
