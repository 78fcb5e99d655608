/** Stands where a library that the bench never loads would be. */
export default null;
