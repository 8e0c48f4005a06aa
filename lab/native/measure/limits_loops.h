/* The loops of limits_loops.S. */
#ifndef AB_LAB_LIMITS_LOOPS_H
#define AB_LAB_LIMITS_LOOPS_H

#include <stdint.h>

typedef void lab_loop_fn(uint64_t turns);
typedef void lab_memory_loop_fn(uint64_t turns, const void *source, void *target, uint64_t bytes);

lab_loop_fn lab_loop_add, lab_loop_rotate, lab_loop_mul, lab_loop_mulx, lab_loop_mulx_latency, lab_loop_mulx_adx;
lab_loop_fn lab_loop_rdrand;
lab_loop_fn lab_loop_aes_x, lab_loop_aes_y, lab_loop_aes_z;
lab_loop_fn lab_loop_aes_latency_x, lab_loop_aes_latency_y, lab_loop_aes_latency_z;
lab_loop_fn lab_loop_clmul_x, lab_loop_clmul_y, lab_loop_clmul_z;
lab_loop_fn lab_loop_clmul_latency_x, lab_loop_clmul_latency_y, lab_loop_clmul_latency_z;
lab_loop_fn lab_loop_gcm_10_x, lab_loop_gcm_10_y, lab_loop_gcm_10_z;
lab_loop_fn lab_loop_gcm_12_x, lab_loop_gcm_12_y, lab_loop_gcm_12_z;
lab_loop_fn lab_loop_gcm_14_x, lab_loop_gcm_14_y, lab_loop_gcm_14_z;
lab_loop_fn lab_loop_sha1, lab_loop_sha1_latency, lab_loop_sha256, lab_loop_sha256_latency, lab_loop_sha256msg2;
lab_loop_fn lab_loop_sha512_latency, lab_loop_sm3_latency;
lab_loop_fn lab_loop_mul32_x, lab_loop_mul32_y, lab_loop_mul32_z, lab_loop_ifma_y, lab_loop_ifma_z, lab_loop_avxifma_y;
lab_loop_fn lab_loop_alu_x, lab_loop_alu_y, lab_loop_alu_z, lab_loop_rotate_y, lab_loop_rotate_z;
lab_loop_fn lab_loop_alu_latency, lab_loop_permute_latency;
lab_memory_loop_fn lab_loop_read_x, lab_loop_read_y, lab_loop_read_z, lab_loop_copy_x, lab_loop_copy_y, lab_loop_copy_z;

#endif
