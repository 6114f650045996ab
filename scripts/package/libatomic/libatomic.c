/*
 * The one function that the runtime takes from libatomic.so.1, because Debian's base packages do
 * not have that library. A package holds this library for the runtime alone.
 */

typedef __SIZE_TYPE__ size_t;

static volatile char lock;

#define COMPARE_EXCHANGE(type)                                                        \
  if (((size_t)object & (sizeof(type) - 1)) == 0)                                     \
    return __atomic_compare_exchange_n((type *)object, (type *)expected,              \
                                       *(type *)desired, 0, __ATOMIC_SEQ_CST,         \
                                       __ATOMIC_SEQ_CST);                             \
  break;

/* Always sequentially consistent, which every caller may get instead of a weaker order. */
_Bool compare_exchange(size_t size, void *object, void *expected, void *desired, int success,
                       int failure) __asm__("__atomic_compare_exchange");

_Bool compare_exchange(size_t size, void *object, void *expected, void *desired, int success,
                       int failure) {
  (void)success;
  (void)failure;
  switch (size) {
    case 1:
      COMPARE_EXCHANGE(unsigned char)
    case 2:
      COMPARE_EXCHANGE(unsigned short)
    case 4:
      COMPARE_EXCHANGE(unsigned int)
    case 8:
      COMPARE_EXCHANGE(unsigned long)
  }
  /* As libatomic does for other sizes: all callers of this function share a lock. */
  while (__atomic_test_and_set(&lock, __ATOMIC_SEQ_CST)) {
  }
  volatile char *at = object, *before = expected, *after = desired;
  _Bool same = 1;
  for (size_t i = 0; i < size; i++) same &= at[i] == before[i];
  for (size_t i = 0; i < size; i++) {
    if (same) at[i] = after[i];
    else before[i] = at[i];
  }
  __atomic_clear(&lock, __ATOMIC_SEQ_CST);
  return same;
}
