// Preloaded into a process and all that it starts: writes down every address that is connected or sent
// to, and every name that is looked up, one a line with the number of the process.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

static void write_down(const char *what, int port) {
  int file = open(getenv("RECORDED_CONNECTIONS"), O_WRONLY | O_APPEND | O_CREAT, 0600);
  dprintf(file, "%d %s %d\n", getpid(), what, port);
  close(file);
}

static void write_address_down(const struct sockaddr *address) {
  char host[INET6_ADDRSTRLEN];
  if (address == NULL) return;
  if (address->sa_family == AF_INET) {
    const struct sockaddr_in *v4 = (const struct sockaddr_in *)address;
    write_down(inet_ntop(AF_INET, &v4->sin_addr, host, sizeof host), ntohs(v4->sin_port));
  } else if (address->sa_family == AF_INET6) {
    const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *)address;
    write_down(inet_ntop(AF_INET6, &v6->sin6_addr, host, sizeof host), ntohs(v6->sin6_port));
  }
}

int connect(int socket, const struct sockaddr *address, socklen_t length) {
  int (*real)(int, const struct sockaddr *, socklen_t) = dlsym(RTLD_NEXT, "connect");
  write_address_down(address);
  return real(socket, address, length);
}

ssize_t sendto(int socket, const void *bytes, size_t size, int flags, const struct sockaddr *address,
               socklen_t length) {
  ssize_t (*real)(int, const void *, size_t, int, const struct sockaddr *, socklen_t) =
      dlsym(RTLD_NEXT, "sendto");
  write_address_down(address);
  return real(socket, bytes, size, flags, address, length);
}

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints,
                struct addrinfo **found) {
  int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **) =
      dlsym(RTLD_NEXT, "getaddrinfo");
  write_down(name == NULL ? "-" : name, 0);
  return real(name, service, hints, found);
}
