/** Maximum numbers of characters. Pages import this file, because it does not import the schema. */
export const longestPasswordFields = { label: 100, userName: 200, address: 500, password: 2000 };
