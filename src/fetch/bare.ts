/** The same without a prototype: what pages put on Object.prototype counts for nothing. */
export const bare = <T extends object>(members: T): T => Object.assign(Object.create(null), members);
