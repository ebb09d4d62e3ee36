/** The path prefix of the API, which carries its version. */
export const API_PREFIX = '/api/v1';
