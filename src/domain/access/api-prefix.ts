/** The API's path prefix, which carries its version. */
export const API_PREFIX = '/api/v1';

/** Where assistants post their messages. */
export const MCP_PATH = '/mcp';
