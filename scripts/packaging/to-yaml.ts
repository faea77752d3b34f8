import { stringify } from 'yaml'

/** YAML that parsers of 1.1 and 1.2 read alike: `1000:1000` is a number to base 60 in 1.1. */
export const toYaml = (value: unknown): string => stringify(value, { schema: 'yaml-1.1' })
