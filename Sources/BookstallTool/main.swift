print("bookstall")
